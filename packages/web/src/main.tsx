import './lib/schema-policy.ts';
import './ui/styles.css';
import { SIGN_IN_FAILED } from '@packshot/contract/tabs';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { firstPageReady } from './app/tab-page.tsx';
import { reportUnexpectedErrors } from './app/unexpected-errors.ts';
import { setNavigator } from './lib/navigation.ts';
import { applyTheme, followSystemTheme } from './lib/theme.ts';
import { applyTrackingParameter } from './lib/tracking-mode.ts';

reportUnexpectedErrors();
applyTrackingParameter();
if (location.hash.includes(SIGN_IN_FAILED))
  void import('./lib/arrival-failure.ts').then(({ tellArrivalFailure }) => tellArrivalFailure());
applyTheme();
followSystemTheme();
setNavigator((path) => void router.navigate({ href: path }));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Not awaited here: the pages' scripts import this one, and would wait for its end.
void firstPageReady().then(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
);
