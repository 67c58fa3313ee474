// Builds the dashboard into the Python package, which serves it.

import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../src/runwright/_dashboard",
    emptyOutDir: true,
    target: "es2023",
    // The content security policy allows no inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/v1": "http://127.0.0.1:8080", "/openapi.json": "http://127.0.0.1:8080" },
  },
  test: { include: ["src/**/*.test.{ts,tsx}"] },
});
