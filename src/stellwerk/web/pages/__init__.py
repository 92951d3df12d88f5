"""The pages: server-rendered HTML over the same table service as the API."""
