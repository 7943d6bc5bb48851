"""Building blocks for the studio sets. Units: 1 Blender unit is 1 dm; X right, Y away from the camera, Z up."""
