"""A thin builder for Cycles node trees: one call a node, sockets set or linked by name."""

import math

import bpy

# Cycles per dm above which noise is finer than the pictures: a set has about 190 pixels a dm, a product photo 400.
FINEST = 160


def _is_socket(value):
    return isinstance(value, bpy.types.NodeSocket)


class Graph:
    """Builds the node tree of one material or world."""

    def __init__(self, tree):
        self.tree = tree
        tree.nodes.clear()

    def _feed(self, socket, value):
        if _is_socket(value):
            self.tree.links.new(value, socket)
        elif socket.type == 'RGBA' and len(value) == 3:
            socket.default_value = (*value, 1.0)
        else:
            socket.default_value = value

    def add(self, kind, props=None, out=0, **inputs):
        """Adds node `ShaderNode<kind>`; keyword inputs name sockets (underscores for spaces). Returns output `out`."""
        node = self.tree.nodes.new('ShaderNode' + kind)
        for name, value in (props or {}).items():
            setattr(node, name, value)
        for name, value in inputs.items():
            key = name.replace('_', ' ')
            socket = next((s for s in node.inputs if s.name == key and s.enabled), None)
            if socket is None:
                raise KeyError(f'{kind} has no input {key!r}')
            self._feed(socket, value)
        if out is None:
            return node
        return node.outputs[out]

    def math(self, operation, a, b=0.0, c=None, clamp=False):
        node = self.tree.nodes.new('ShaderNodeMath')
        node.operation = operation
        node.use_clamp = clamp
        for socket, value in zip(node.inputs, (a, b, c)):
            if value is not None:
                self._feed(socket, value)
        return node.outputs[0]

    def mix(self, factor, a, b, blend='MIX'):
        node = self.tree.nodes.new('ShaderNodeMixRGB')
        node.blend_type = blend
        for socket, value in zip(node.inputs, (factor, a, b)):
            self._feed(socket, value)
        return node.outputs[0]

    def map(self, value, from_min, from_max, to_min=0.0, to_max=1.0, smooth=False):
        kind = {'interpolation_type': 'SMOOTHSTEP' if smooth else 'LINEAR'}
        node = self.add('MapRange', kind, out=None)
        for name, given in (
            ('Value', value), ('From Min', from_min), ('From Max', from_max), ('To Min', to_min), ('To Max', to_max),
        ):
            self._feed(node.inputs[name], given)
        return node.outputs[0]

    def ramp(self, factor, stops):
        """`stops`: (position, rgb) pairs, at least two."""
        node = self.add('ValToRGB', out=None)
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, rgb) in zip(elements, stops):
            element.position = position
            element.color = (*rgb, 1.0)
        self._feed(node.inputs['Fac'], factor)
        return node.outputs['Color']

    def coords(self, kind='Object'):
        return self.add('TexCoord', out=kind)

    def stretch(self, vector, scale, rotation=(0, 0, 0), location=(0, 0, 0)):
        return self.add('Mapping', Vector=vector, Scale=scale, Rotation=rotation, Location=location)

    def noise(self, vector, scale, detail=4.0, roughness=0.5, distortion=0.0, out='Fac'):
        # Octaves that no pixel can show cost as much as the others, three times over under a bump.
        detail = min(detail, max(0.0, math.log2(FINEST / scale)))
        return self.add(
            'TexNoise', out=out, Vector=vector, Scale=scale, Detail=detail, Roughness=roughness, Distortion=distortion,
        )

    def warp(self, vector, scale, amount, detail=2.0):
        """`vector` displaced by noise: the way out of patterns that look computed."""
        colour = self.noise(vector, scale, detail, out='Color')
        centred = self.add('VectorMath', {'operation': 'SUBTRACT'}, Vector=colour)
        centred.node.inputs[1].default_value = (0.5, 0.5, 0.5)
        scaled = self.add('VectorMath', {'operation': 'SCALE'}, Vector=centred, Scale=amount)
        total = self.add('VectorMath', {'operation': 'ADD'}, out=None)
        self._feed(total.inputs[0], vector)
        self._feed(total.inputs[1], scaled)
        return total.outputs[0]

    def bump(self, height, strength=0.3, distance=0.05, normal=None):
        inputs = {'Height': height, 'Strength': strength, 'Distance': distance}
        if normal is not None:
            inputs['Normal'] = normal
        return self.add('Bump', **inputs)


class Surface(Graph):
    """A material around one Principled BSDF."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        super().__init__(self.material.node_tree)

    def principled(self, **inputs):
        return self.add('BsdfPrincipled', **inputs)

    def finish(self, shader, bounce=None):
        """Ends the tree in `shader`. `bounce`: what light sees that a matt surface threw here, a plain colour.

        A texture's mean lights its neighbours as the texture would, and Cycles skips the branch it does not need.
        """
        if bounce is not None:
            blend = self.add('MixShader', out=None)
            self._feed(blend.inputs[0], self.add('LightPath', out='Is Diffuse Ray'))
            self._feed(blend.inputs[1], shader)
            self._feed(blend.inputs[2], self.add('BsdfDiffuse', Color=bounce))
            shader = blend.outputs[0]
        output = self.add('OutputMaterial', out=None)
        self.tree.links.new(shader, output.inputs['Surface'])
        return self.material

    def tintable(self, slot, factor=1.0):
        """Writes `factor` into the mask layer `slot` wherever this material is what the camera sees."""
        node = self.add('OutputAOV', {'name': f'tint-{slot}'}, out=None)
        self._feed(node.inputs['Value'], factor)
