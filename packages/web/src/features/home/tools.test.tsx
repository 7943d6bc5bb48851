// @vitest-environment happy-dom
import { TOOL_WORDS } from '@packshot/contract/tools/names';
import type { ToolWords } from '@packshot/contract/tools/names';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Tools } from './tools.tsx';

const opened = vi.hoisted(() => ({ openSample: vi.fn(), openTool: vi.fn() }));
vi.mock('./open-photo.ts', () => opened);

const TILES = Object.entries<ToolWords>(TOOL_WORDS).flatMap(([tool, { title, tile }]) =>
  tile ? [{ tool, title, tile }] : [],
);

it('Home shows each tool with a tile and its own picture, and opens it with its sample', () => {
  render(<Tools />);
  const buttons = screen.getAllByRole('button');
  expect(buttons).toHaveLength(TILES.length);
  for (const [at, { tool, title, tile }] of TILES.entries()) {
    const button = buttons[at];
    if (!button) throw new Error(title);
    expect(button.textContent).toContain(title);
    expect(button.querySelector('img')?.getAttribute('src')).toContain(`tile-${tool}`);
    vi.clearAllMocks();
    fireEvent.click(button);
    if (tile.sampleId === undefined) expect(opened.openTool).toHaveBeenCalledWith(tool);
    else expect(opened.openSample).toHaveBeenCalledWith(expect.objectContaining({ id: tile.sampleId }), tool);
  }
});
