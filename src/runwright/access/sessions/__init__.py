"""Dashboard sessions: a browser's cookie that stands for a key, outside `/v1`."""
