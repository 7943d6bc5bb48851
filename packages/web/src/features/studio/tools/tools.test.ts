import { TOOL_NAMES } from '@packshot/contract/tools/names';
import { describe, expect, it } from 'vitest';
import { WORK_NAMES } from '../model/results.ts';
import { toolList, workOf } from '../state/tools.ts';
import { TOOLS } from './index.ts';

describe('the tools of the studio', () => {
  it('are those of the contract, each under its own name, in the order in which they are offered', () => {
    expect(toolList(TOOLS).map(({ name }) => name)).toEqual(TOOL_NAMES);
    expect(Object.keys(TOOLS)).toEqual(TOOL_NAMES);
  });

  it('do everything that a document can remember to have begun, each thing once', () => {
    const works = toolList(TOOLS).flatMap((tool) => tool.works);
    expect(works.map(({ name }) => name).toSorted()).toEqual(WORK_NAMES.toSorted());
    for (const name of WORK_NAMES) expect(workOf(TOOLS, name).name).toBe(name);
  });

  it('each begin with their own work, which is done here or by the server', () => {
    for (const { name, works } of toolList(TOOLS)) {
      expect(works[0].name).toBe(name);
      expect(works.every(({ perform, server }) => perform !== undefined || server !== undefined)).toBe(true);
    }
  });

  it('never share a shortcut', () => {
    const keys = toolList(TOOLS).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
