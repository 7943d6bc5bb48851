export { loadCreatePage } from './shell/create-page.tsx';
