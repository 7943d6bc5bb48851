// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { TOOL_IDS } from '@packshot/contract/tools/ids';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { savedRecord } from '../../testing/saved-record.ts';
import { RecordTile } from './record-tile.tsx';

const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
afterEach(cleanup);

function renderTile(part: Parameters<typeof savedRecord>[1] = {}, isSelected = false) {
  const record = savedRecord(ID, part);
  const actions = {
    onOpen: vi.fn(),
    onToggle: vi.fn(),
    onStar: vi.fn(),
    onDownload: vi.fn(async () => undefined),
    onDelete: vi.fn(),
  };
  render(
    <main>
      <RecordTile
        record={record}
        isSelecting={isSelected}
        isSelected={isSelected}
        {...actions}
        onMissing={() => undefined}
      />
    </main>,
  );
  const [picture] = screen.getAllByRole('button');
  if (!picture) throw new Error('The tile has no button.');
  return { record, actions, picture };
}

const items = (): (string | null)[] => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

describe('the context menu of a picture in History', () => {
  it('opens on a right-click or the menu key, with the actions of the picture', () => {
    const { picture } = renderTile({ tool_type: TOOL_IDS.product });
    fireEvent.contextMenu(picture);
    expect(items()).toEqual([
      'Open',
      'Open in Create',
      'Reuse settings',
      'Download PNG',
      'Star',
      'Select',
      'Delete',
    ]);
  });

  it('offers no settings to reuse for a crop, and offers to remove a star and a selection', () => {
    const { picture } = renderTile({ tool_type: TOOL_IDS.default, starred: true }, true);
    fireEvent.contextMenu(picture);
    expect(items()).not.toContain('Reuse settings');
    expect(items()).toContain('Remove the star');
    expect(items()).toContain('Deselect');
  });

  it.each([
    ['Open', 'onOpen', ID],
    ['Select', 'onToggle', ID],
    ['Delete', 'onDelete', ID],
    ['Star', 'onStar', expect.objectContaining({ id: ID })],
    ['Download PNG', 'onDownload', expect.objectContaining({ id: ID })],
  ] as const)('performs “%s”', (name, action, argument) => {
    const { picture, actions } = renderTile();
    fireEvent.contextMenu(picture);
    fireEvent.click(screen.getByRole('menuitem', { name }));
    for (const [other, call] of Object.entries(actions))
      expect(call.mock.calls, other).toEqual(other === action ? [[argument]] : []);
  });
});
