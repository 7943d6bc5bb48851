/** Paths answered by the API; all others belong to the dev server. The product slug is configurable. */
export const API_PATHS =
  '^/(users|functions|aiimages|marketplace|objects|sets|mcp|captcha|v1|v1\\.0|api(?!/docs)|healthz|readyz|metrics|[\\w-]+/(users|payments|authorization|generations)/api)(/|$|\\?)';
