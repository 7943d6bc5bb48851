"""Meshes of the sets: turned and extruded solids with real bevels, heightfields, sheets, stones, leaves."""

import math

import bmesh
import bpy
import numpy as np

from . import noise


def mesh_object(name, vertices, faces, material=None, smooth=True):
    """Object from (n, 3) vertices and a list or (m, k) array of faces."""
    mesh = bpy.data.meshes.new(name)
    rows = faces.tolist() if isinstance(faces, np.ndarray) else faces
    mesh.from_pydata(np.asarray(vertices, float).tolist(), [], rows)
    mesh.update()
    if smooth:
        mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    body = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(body)
    if material is not None:
        mesh.materials.append(material)
    return body


def place(body, location=(0, 0, 0), rotation=(0, 0, 0), scale=None):
    """Moves an object; rotation in degrees."""
    body.location = location
    body.rotation_euler = [math.radians(a) for a in rotation]
    if scale is not None:
        body.scale = scale if hasattr(scale, '__len__') else (scale,) * 3
    return body


def _grid_faces(rows, columns, wrap=False):
    r, c = np.meshgrid(np.arange(rows - 1), np.arange(columns if wrap else columns - 1), indexing='ij')
    n = (c + 1) % columns
    return np.stack([r * columns + c, r * columns + n, (r + 1) * columns + n, (r + 1) * columns + c], -1).reshape(-1, 4)


def turned(name, profile, material, segments=192):
    """Solid of revolution about Z. `profile`: (radius, z) points from the bottom centre to the top centre."""
    points = np.asarray(profile, float)
    angle = np.arange(segments) * (2 * np.pi / segments)
    ring = np.stack([np.cos(angle), np.sin(angle)], -1)
    vertices = np.concatenate(
        [np.concatenate([ring * max(r, 1e-4), np.full((segments, 1), z)], 1) for r, z in points]
    )
    body = mesh_object(name, vertices, _grid_faces(len(points), segments, wrap=True), material)
    body.data.use_auto_smooth = True
    body.data.auto_smooth_angle = math.radians(40)
    return body


def fillet(corners, radius, steps=6):
    """Rounds the inner corners of a profile polyline; `radius` one number or one per inner corner."""
    p = [np.asarray(c, float) for c in corners]
    radii = radius if hasattr(radius, '__len__') else [radius] * (len(p) - 2)
    out = [p[0]]
    for before, at, after, r in zip(p, p[1:], p[2:], radii):
        a, b = before - at, after - at
        reach = min(r, 0.49 * np.linalg.norm(a), 0.49 * np.linalg.norm(b))
        start, end = at + a / np.linalg.norm(a) * reach, at + b / np.linalg.norm(b) * reach
        for t in np.linspace(0, 1, steps):
            out.append((1 - t) ** 2 * start + 2 * t * (1 - t) * at + t * t * end)
    out.append(p[-1])
    return out


def podium(name, radius, height, material, bevel=0.06, foot=0.03):
    """A drum that stands on z = 0, with softly rounded edges."""
    corners = [(0, 0), (radius, 0), (radius, height), (0, height)]
    return turned(name, fillet(corners, [foot, bevel], 8), material)


def rounded_box(name, size, material, bevel=0.05, segments=4):
    """Box with bevelled edges, standing on z = 0, centred in x and y."""
    mesh = bpy.data.meshes.new(name)
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1)
    bmesh.ops.scale(shape, vec=size, verts=shape.verts)
    bmesh.ops.translate(shape, vec=(0, 0, size[2] / 2), verts=shape.verts)
    bmesh.ops.bevel(shape, geom=shape.edges[:], offset=bevel, segments=segments, profile=0.5, affect='EDGES')
    shape.to_mesh(mesh)
    shape.free()
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(35)
    body = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(body)
    mesh.materials.append(material)
    weighted = body.modifiers.new('even shading', 'WEIGHTED_NORMAL')
    weighted.keep_sharp = True
    return body


def sphere(name, radius, material, subdivisions=5):
    mesh = bpy.data.meshes.new(name)
    shape = bmesh.new()
    bmesh.ops.create_icosphere(shape, subdivisions=subdivisions, radius=radius)
    shape.to_mesh(mesh)
    shape.free()
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    body = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(body)
    mesh.materials.append(material)
    return body


def ring(name, radius, thickness, material, flatness=1.0):
    """A torus standing upright in the XZ plane, its centre at the origin; `flatness` stretches its depth."""
    u = np.arange(256) * (2 * np.pi / 256)
    v = np.arange(48) * (2 * np.pi / 48)
    uu, vv = np.meshgrid(u, v, indexing='ij')
    r = radius + thickness * np.cos(vv)
    vertices = np.stack([r * np.cos(uu), thickness * flatness * np.sin(vv), r * np.sin(uu)], -1).reshape(-1, 3)
    faces = _grid_faces(256, 48, wrap=True)
    last = np.stack([255 * 48 + np.arange(48), 255 * 48 + (np.arange(48) + 1) % 48, (np.arange(48) + 1) % 48, np.arange(48)], -1)
    return mesh_object(name, vertices, np.concatenate([faces, last]), material)


def extruded(name, outlines, depth, material, bevel=0.05):
    """Outlines (lists of (x, z); later ones inside are holes) extruded along Y, front face at y = 0, edges rounded."""
    curve = bpy.data.curves.new(name, 'CURVE')
    curve.dimensions = '2D'
    curve.fill_mode = 'BOTH'
    curve.extrude = depth / 2 - bevel
    curve.bevel_depth = bevel
    curve.bevel_resolution = 4
    curve.offset = -bevel
    for outline in outlines:
        spline = curve.splines.new('POLY')
        spline.points.add(len(outline) - 1)
        for point, (x, z) in zip(spline.points, outline):
            point.co = (x, z, 0, 1)
        spline.use_cyclic_u = True
    body = bpy.data.objects.new(name, curve)
    bpy.context.collection.objects.link(body)
    curve.materials.append(material)
    body.rotation_euler = (math.pi / 2, 0, 0)
    body.location = (0, depth / 2, 0)
    return body


def arch_outline(width, height, steps=64, base=0.0):
    """A round-headed arch as an outline for `extruded`, its foot at z = base, its full height `height`."""
    r = width / 2
    head = [
        (r * math.cos(a), height - r + r * math.sin(a)) for a in np.linspace(0, math.pi, steps)
    ]
    return [(-r, base), (r, base), *head]


def sweep(name, material, width=60.0, front=-16.0, back=12.0, height=30.0, radius=5.0):
    """A cyclorama: floor at z = 0 that curves up into a wall at y = back."""
    bend = [
        (back - radius + radius * math.sin(a), radius - radius * math.cos(a)) for a in np.linspace(0, math.pi / 2, 48)
    ]
    line = [(front, 0.0), *bend, (back, height)]
    vertices = [(x, y, z) for y, z in line for x in np.linspace(-width / 2, width / 2, 3)]
    return mesh_object(name, vertices, _grid_faces(len(line), 3), material)


def plane(name, size, material, location=(0, 0, 0), rotation=(0, 0, 0)):
    x, y = size[0] / 2, size[1] / 2
    body = mesh_object(name, [(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], [(0, 1, 2, 3)], material)
    return place(body, location, rotation)


def heightfield(name, height, material, x_range, y_range, columns=500, rows=500):
    """Surface z = height(x, y) on a grid; `height` takes and returns arrays."""
    x = np.linspace(*x_range, columns)
    y = np.linspace(*y_range, rows)
    xx, yy = np.meshgrid(x, y)
    vertices = np.stack([xx, yy, height(xx, yy)], -1).reshape(-1, 3)
    return mesh_object(name, vertices, _grid_faces(rows, columns), material)


def sheet(name, points, material, thickness=0.0):
    """Surface through a (rows, columns, 3) array of points."""
    rows, columns = points.shape[:2]
    body = mesh_object(name, points.reshape(-1, 3), _grid_faces(rows, columns), material)
    if thickness:
        solid = body.modifiers.new('thickness', 'SOLIDIFY')
        solid.thickness = thickness
        solid.offset = 0
    return body


def stone_mesh(name, seed, material, flatness=0.55, roughness=0.16, subdivisions=4, facets=0.0):
    """Mesh of a worn stone about 1 across; `facets` > 0 makes it broken rather than rolled."""
    shape = bmesh.new()
    bmesh.ops.create_icosphere(shape, subdivisions=subdivisions, radius=0.5)
    mesh = bpy.data.meshes.new(name)
    shape.to_mesh(mesh)
    shape.free()
    p = np.empty(len(mesh.vertices) * 3)
    mesh.vertices.foreach_get('co', p)
    p = p.reshape(-1, 3)
    rng = np.random.default_rng(seed)
    n = p / np.linalg.norm(p, axis=1, keepdims=True)
    squash = np.array([1.0, rng.uniform(0.65, 0.95), flatness * rng.uniform(0.8, 1.2)])
    shift = rng.uniform(-50, 50, 3)
    if facets:
        planes = rng.normal(size=(14, 3))
        planes /= np.linalg.norm(planes, axis=1, keepdims=True)
        reach = rng.uniform(0.62, 0.95, 14)
        cut = np.min(reach / np.maximum(n @ planes.T, 1e-3), axis=1)
        radius = np.minimum(1.0, cut) * facets + (1 - facets)
    else:
        radius = np.ones(len(n))
    q = n * 1.6 + shift
    radius = radius * (1 + roughness * noise.gradient(q[:, 0], q[:, 1], q[:, 2], seed))
    q = n * 5 + shift
    radius = radius * (1 + roughness * 0.15 * noise.fractal(q[:, 0], q[:, 1], q[:, 2], 3, 0.5, seed))
    p = n * 0.5 * radius[:, None] * squash
    mesh.vertices.foreach_set('co', p.reshape(-1))
    mesh.update()
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.materials.append(material)
    return mesh


def instance(mesh, name, location, rotation=(0, 0, 0), scale=1.0):
    """Another object that shares `mesh`; rotation in radians."""
    body = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(body)
    body.location = location
    body.rotation_euler = rotation
    body.scale = scale if hasattr(scale, '__len__') else (scale,) * 3
    return body


def leaf_points(length, width, curl=0.3, fold=0.15, tip=1.6, rows=14, columns=7, twist=0.0):
    """A leaf along +Y from the origin as a (rows, columns, 3) array; `curl` bends it down, `fold` lifts its sides."""
    t = np.linspace(0, 1, rows)[:, None]
    s = np.linspace(-1, 1, columns)[None, :]
    outline = np.sin(np.pi * np.clip(t, 0.02, 1) ** (1 / tip)) ** 0.9
    x = s * outline * width / 2
    y = t * length * np.ones_like(s)
    z = -curl * length * t**2 + fold * width * s * s * outline
    angle = twist * t
    x, z = x * np.cos(angle) - z * np.sin(angle), x * np.sin(angle) + z * np.cos(angle)
    return np.stack([x, y, z], -1)


def merged(name, patches, material, thickness=0.0):
    """One object from many (rows, columns, 3) patches."""
    vertices, faces, base = [], [], 0
    for patch in patches:
        rows, columns = patch.shape[:2]
        vertices.append(patch.reshape(-1, 3))
        faces.append(_grid_faces(rows, columns) + base)
        base += rows * columns
    body = mesh_object(name, np.concatenate(vertices), np.concatenate(faces), material)
    if thickness:
        solid = body.modifiers.new('thickness', 'SOLIDIFY')
        solid.thickness = thickness
    return body


def rotation_matrix(x=0.0, y=0.0, z=0.0):
    """3×3 rotation, radians, applied in the order x, y, z."""
    cx, sx, cy, sy, cz, sz = math.cos(x), math.sin(x), math.cos(y), math.sin(y), math.cos(z), math.sin(z)
    rx = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    ry = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    rz = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    return rz @ ry @ rx


def tube(name, points, radius, material, sides=10):
    """A round rod through `points`; `radius` a number or one per point."""
    curve = bpy.data.curves.new(name, 'CURVE')
    curve.dimensions = '3D'
    curve.bevel_depth = 1.0
    curve.bevel_resolution = sides // 2
    curve.use_fill_caps = True
    spline = curve.splines.new('POLY')
    spline.points.add(len(points) - 1)
    radii = radius if hasattr(radius, '__len__') else [radius] * len(points)
    for at, point, r in zip(spline.points, points, radii):
        at.co = (*point, 1)
        at.radius = r
    body = bpy.data.objects.new(name, curve)
    bpy.context.collection.objects.link(body)
    curve.materials.append(material)
    return body


def planks(name, material, x_range, y_range, width=1.7, thickness=0.4, gap=0.014, bevel=0.035, seed=1, spread=0.15):
    """Boards along X whose top is z = 0, of slightly unequal widths."""
    rng = np.random.default_rng(seed)
    y = y_range[0]
    while y < y_range[1]:
        board = width * rng.uniform(1 - spread, 1 + spread)
        body = rounded_box(name, (x_range[1] - x_range[0], board - gap, thickness), material, bevel, 3)
        shift = rng.uniform(-0.4, 0.4)
        place(body, (sum(x_range) / 2 + shift, y + board / 2, -thickness + rng.uniform(-0.008, 0.008)))
        y += board


def fluted_wall(name, material, width, height, pitch=0.42, depth=0.2, y=4.0, base=-0.2):
    """A wall of upright half-round ribs, facing the camera."""
    per = 14
    count = int(width / pitch)
    angle = np.linspace(0, np.pi, per)
    x = np.concatenate([(i - count / 2) * pitch + pitch / 2 * (1 - np.cos(angle)) for i in range(count)])
    bulge = np.concatenate([np.sin(angle) ** 0.85 * depth for _ in range(count)])
    points = np.stack([np.stack([x, y - bulge, np.full_like(x, z)], -1) for z in (base, base + height)])
    body = sheet(name, points, material)
    body.data.use_auto_smooth = True
    body.data.auto_smooth_angle = math.radians(50)
    return body


def scatter_discs(rng, count, x_range, y_range, radius, keep_out=(), tries=40):
    """Places for `count` discs without overlap: [(x, y, r)]; `keep_out` holds (x, y, r) to stay clear of."""
    placed = []
    for _ in range(count):
        r = rng.uniform(*radius)
        for _ in range(tries):
            x, y = rng.uniform(*x_range), rng.uniform(*y_range)
            if all((x - a) ** 2 + (y - b) ** 2 > (0.9 * (r + c)) ** 2 for a, b, c in (*placed, *keep_out)):
                placed.append((x, y, r))
                break
    return placed
