export { StudioPage as default } from './components/studio-page.tsx';
