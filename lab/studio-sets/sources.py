"""Hashes of the sources of a set, and the committed sets whose sources have changed.

python3 sources.py    lists the sets that need a new render
"""

import ast
import functools
import hashlib
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
KIT = HERE / 'kit'
ASSETS = HERE / '../../packages/image-engine/assets/sets'


def scene_hash(script, view):
    """SHA-256 of a script, e.g. 'scenes/oak_window', including its comments, without the cameras of other views."""
    text = (HERE / f'{script}.py').read_text()
    lines = text.splitlines(keepends=True)
    for key, value in _views(ast.parse(text)):
        if key.value != view:
            lines[key.lineno - 1 : value.end_lineno] = [''] * (value.end_lineno - key.lineno + 1)
    return hashlib.sha256(''.join(lines).encode()).hexdigest()


def _views(tree):
    """Entries of a script's `views={…}`, except those on the same line as `views`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == 'views' and isinstance(node.value, ast.Dict):
            return [(k, v) for k, v in zip(node.value.keys, node.value.values) if k.lineno != node.value.lineno]
    return []


def blocks_hash(script):
    """SHA-256 of every definition in kit/ that a script reaches, directly or indirectly."""
    tree = ast.parse((HERE / f'{script}.py').read_text())
    reached, waiting = {}, [('studio', 'Studio'), *_references(tree, _imports(tree, ''), None)]
    while waiting:
        module, name = block = waiting.pop()
        source, found = _definitions(module).get(name, (None, ()))
        if source is None or block in reached:
            continue
        reached[block] = source
        waiting += found
    lines = [f'{module}.{name}\n{reached[module, name]}\n' for module, name in sorted(reached)]
    return hashlib.sha256(''.join(lines).encode()).hexdigest()


@functools.cache
def _definitions(module):
    """For each function, class and constant of a kit module: its source and the blocks that it names."""
    text = (KIT / f'{module}.py').read_text()
    tree = ast.parse(text)
    imports = _imports(tree, module)
    names = {}
    for node in tree.body:
        targets = [node.name] if hasattr(node, 'name') else [t.id for t in getattr(node, 'targets', ()) if isinstance(t, ast.Name)]
        for name in targets:
            decorated = [ast.get_source_segment(text, d) for d in getattr(node, 'decorator_list', ())]
            names[name] = ('\n'.join([*decorated, ast.get_source_segment(text, node)]), node)
    own = {name: (module, name) for name in names}
    return {name: (source, tuple(_references(node, imports, own))) for name, (source, node) in names.items()}


def _imports(tree, module):
    """Imported names: either of a kit module ('shapes' to 'shapes') or of a block in one ('linear' to ('materials',
    'linear')).
    """
    found = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        path = (node.module or '').split('.')
        if node.level == 0 and path[0] != 'kit' or module == '' and node.level > 0:
            continue
        inner = path[-1] if path[-1] not in ('', 'kit') else None
        for alias in node.names:
            found[alias.asname or alias.name] = (inner, alias.name) if inner else alias.name
    return found


def _references(tree, imports, own):
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and isinstance(imports.get(node.value.id), str):
            yield imports[node.value.id], node.attr
        elif isinstance(node, ast.Name):
            block = imports.get(node.id) if isinstance(imports.get(node.id), tuple) else (own or {}).get(node.id)
            if block:
                yield block


def _reason(folder):
    """Reason for which a committed set needs a new render, or None."""
    made = json.loads((folder / 'set.json').read_text())
    script = f'scenes/{made["family"].replace("-", "_")}'
    if made['render']['sceneHash'] != scene_hash(script, made['view']):
        return 'its script changed'
    if 'blocksHash' not in made['render']:
        return 'perhaps: it was rendered before blocks were counted'
    return None if made['render']['blocksHash'] == blocks_hash(script) else 'a block of kit/ that it uses changed'


def main():
    for folder in sorted(ASSETS.iterdir()):
        reason = _reason(folder)
        if reason:
            print(f'{folder.name}: {reason}')


if __name__ == '__main__':
    main()
