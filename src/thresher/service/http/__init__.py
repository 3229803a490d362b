"""The doors of the service: HTTP requests in, answers out. Nothing here knows how a model learns."""
