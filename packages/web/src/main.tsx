import './lib/page/schema-policy.ts';
import './ui/styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { tolerateForeignNodes } from './lib/page/foreign-nodes.ts';
import { prepareApp } from './app/prepare-app.ts';
import { router } from './app/router.tsx';
import { firstPageReady } from './app/tab-page.tsx';

tolerateForeignNodes();
prepareApp((path) => void router.navigate({ href: path }));

const root = document.getElementById('root');
if (!root) throw new Error('No #root');
// Doesn't await at the top level: the pages' scripts import this module and would wait for it.
void firstPageReady().then(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
);
