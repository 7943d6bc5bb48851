/** A use case with its dependencies filled in. */
export const bind =
  <Dependencies, Args extends unknown[], Result>(
    deps: Dependencies,
    run: (deps: NoInfer<Dependencies>, ...args: Args) => Result,
  ) =>
  (...args: Args): Result =>
    run(deps, ...args);
