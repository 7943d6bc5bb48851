/**
 * Matches paths that the API answers; the dev server answers all others. The operator configures the product slug, so
 * it isn't listed.
 */
export const API_PATHS =
  '^/(users|functions|aiimages|marketplace|objects|sets|mcp|captcha|v1|v1\\.0|api(?!/docs)|healthz|readyz|metrics|[\\w-]+/(users|payments|authorization|generations)/api)(/|$|\\?)';
