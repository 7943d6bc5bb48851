/** Returns a function of a service with its dependencies filled in, so that callers pass only the other arguments. */
export const bind =
  <Dependencies, Args extends unknown[], Result>(
    deps: Dependencies,
    run: (deps: NoInfer<Dependencies>, ...args: Args) => Result,
  ) =>
  (...args: Args): Result =>
    run(deps, ...args);
