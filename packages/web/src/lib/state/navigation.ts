/** Lets code outside components navigate. The app passes a function of its router when it starts. */
type Navigate = (path: string) => void;

let navigate: Navigate = (path) => globalThis.location.assign(path);

export function setNavigator(next: Navigate): void {
  navigate = next;
}

export const navigateTo = (path: string): void => navigate(path);
