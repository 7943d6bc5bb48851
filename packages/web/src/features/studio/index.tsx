export { StudioPage as default } from './shell/studio-page.tsx';
