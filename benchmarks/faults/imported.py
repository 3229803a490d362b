"""Everything that a service imports: loaded once, in the process that the others are forked from."""

import prometheus_client.exposition
import uvicorn.protocols.http.httptools_impl
import uvloop
import zstandard

import thresher.learners
import thresher.service.http.app
import thresher.service.http.connections
import thresher.service.http.server
import thresher.service.looking
import thresher.service.running
import thresher.service.store.sqlite

__all__ = ["prometheus_client", "thresher", "uvicorn", "uvloop", "zstandard"]
