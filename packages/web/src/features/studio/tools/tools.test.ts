import { TOOL_NAMES } from '@packshot/contract/tools/names';
import { describe, expect, it } from 'vitest';
import { WORK_NAMES } from '../model/results.ts';
import { costOfWork } from '../panel/cost-of-work.ts';
import { TOOL_FACES } from '../state/tool-faces.ts';
import { toolList, requireWork } from '../state/tools.ts';
import { TOOLS } from './index.ts';

describe('the studio’s tool list', () => {
  it('includes every tool of the contract, under its own name and in the offered order', () => {
    expect(toolList(TOOLS).map(({ name }) => name)).toEqual(TOOL_NAMES);
    expect(Object.keys(TOOLS)).toEqual(TOOL_NAMES);
  });

  it('assigns every kind of work that a document can start to one tool', () => {
    const works = toolList(TOOLS).flatMap((tool) => tool.works);
    expect(works.map(({ name }) => name).toSorted()).toEqual(WORK_NAMES.toSorted());
    for (const name of WORK_NAMES) expect(requireWork(TOOLS, name).name).toBe(name);
  });

  it('names the first kind of work of each tool after the tool, and says where it is done', () => {
    for (const { name, works } of toolList(TOOLS)) {
      expect(works[0].name).toBe(name);
      expect(works.every(({ perform, server }) => perform !== undefined || server !== undefined)).toBe(true);
    }
  });

  it('tells the same price before and after the studio’s script has loaded', () => {
    for (const { name, works } of toolList(TOOLS)) {
      for (const remaining of [null, 0, 5])
        expect(costOfWork(TOOL_FACES[name].cost, remaining), name).toBe(costOfWork(works[0], remaining));
    }
  });

  it('never shares a shortcut between tools', () => {
    const keys = toolList(TOOLS).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
