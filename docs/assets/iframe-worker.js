/* Search in pages that are opened from a folder. A browser starts no workers there, and the search of the site is one: its script runs in a
   hidden frame instead, where `postMessage` and `importScripts` mean what they mean to a worker. On a web server nothing changes. */
(() => {
  if (location.protocol !== "file:") return;

  const loaded = (page, address) =>
    new Promise((done, failed) => {
      const script = page.createElement("script");
      script.src = address;
      script.onload = done;
      script.onerror = () => failed(new Error(`${address} can't be read`));
      page.body.append(script);
    });

  class FrameWorker extends EventTarget {
    constructor(address) {
      super();
      this.onmessage = null;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.started = new Promise((there) => this.frame.addEventListener("load", there, { once: true })).then(() => this.start(address));
      document.body.append(this.frame);
    }

    start(address) {
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.tell(data);
      inside.importScripts = async (...addresses) => {
        for (const one of addresses) await loaded(inside.document, one);
      };
      return loaded(inside.document, address);
    }

    tell(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      this.onmessage?.(event);
    }

    async postMessage(data) {
      await this.started;
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) }));
    }

    terminate() {
      this.frame.remove();
    }
  }

  window.Worker = FrameWorker;
})();
