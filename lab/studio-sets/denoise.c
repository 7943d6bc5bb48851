/*
 * The inner loop of denoise.py: one pass of dual-buffer non-local means over all light groups. denoise.py describes
 * the method.
 *
 * All planes are float32, row-major, padded by `margin` on every side:
 *   colors  [groups][2][height][width][3]   lights  [groups][2][height][width]   noises [groups][height][width]
 *   guide    [features][height][width]       result  [groups][2][rows][columns][3], without the padding
 */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int rows, columns, margin, groups, features;
  int stride, radius, patch;
  float tolerance, relaxed, own_weight;
} Pass;

/* Mean over (2 patch + 1)² of `in` (rows + 2 patch by columns + 2 patch) into `out` (rows by columns). */
static void box_inner(const float *in, float *out, float *sums, int rows, int columns, int patch) {
  const int size = 2 * patch + 1, wide = columns + 2 * patch;
  const float share = 1.0f / (float)(size * size);
  memset(sums, 0, sizeof(float) * (size_t)wide);
  for (int y = 0; y < size - 1; y++)
    for (int x = 0; x < wide; x++) sums[x] += in[(size_t)y * wide + x];
  for (int y = 0; y < rows; y++) {
    const float *enters = in + (size_t)(y + size - 1) * wide, *leaves = in + (size_t)y * wide;
    float *line = out + (size_t)y * columns;
    for (int x = 0; x < wide; x++) sums[x] += enters[x];
    for (int x = 0; x < columns; x++) line[x] = sums[x];
    for (int k = 1; k < size; k++)
      for (int x = 0; x < columns; x++) line[x] += sums[x + k];
    for (int x = 0; x < columns; x++) line[x] *= share;
    for (int x = 0; x < wide; x++) sums[x] -= leaves[x];
  }
}

/* Rows top to top + rows (exclusive) of one pass. */
void denoise_strip(const Pass *p, int top, int rows, const float *colors, const float *lights, const float *noises,
                   const float *guide, float *result) {
  const int columns = p->columns, margin = p->margin, patch = p->patch, wide = columns + 2 * patch;
  const size_t line = (size_t)(columns + 2 * margin), plane = line * (size_t)(p->rows + 2 * margin);
  const size_t area = (size_t)rows * columns;
  const int reach = p->stride * p->radius;
  const float limit = 1.15f * 1.15f * (float)(reach * reach), scale = 2 * p->tolerance * p->tolerance;
  float *edge = malloc(sizeof(float) * area), *distance = malloc(sizeof(float) * area);
  float *gap = malloc(sizeof(float) * (size_t)wide * (rows + 2 * patch)), *sums = malloc(sizeof(float) * (size_t)wide);
  float *total = calloc(area * 4 * 2 * (size_t)p->groups, sizeof(float));

  for (int dy = -reach; dy <= reach; dy += p->stride)
    for (int dx = -reach; dx <= reach; dx += p->stride) {
      if ((float)(dy * dy + dx * dx) > limit) continue;
      const int near = p->stride == 1 && abs(dy) <= 1 && abs(dx) <= 1 && (dy || dx), own = p->stride == 1 && !dy && !dx;
      memset(edge, 0, sizeof(float) * area);
      for (int k = 0; k < p->features; k++)
        for (int y = 0; y < rows; y++) {
          const float *here = guide + k * plane + (size_t)(margin + top + y) * line + margin;
          const float *there = here + (ptrdiff_t)dy * (ptrdiff_t)line + dx;
          float *e = edge + (size_t)y * columns;
          for (int x = 0; x < columns; x++) e[x] += (there[x] - here[x]) * (there[x] - here[x]);
        }
      for (int g = 0; g < p->groups; g++)
        for (int half = 0; half < 2; half++) {
          const float *light = lights + (size_t)(2 * g + half) * plane, *noise = noises + (size_t)g * plane;
          const ptrdiff_t step = (ptrdiff_t)dy * (ptrdiff_t)line + dx;
          for (int y = 0; y < rows + 2 * patch; y++) {
            const size_t at = (size_t)(margin + top + y - patch) * line + (size_t)(margin - patch);
            const float *l = light + at, *n = noise + at;
            float *out = gap + (size_t)y * wide;
            for (int x = 0; x < wide; x++) {
              const float d = l[step + x] - l[x], a = n[x], b = n[step + x];
              const float unlike = (d * d - a - (a < b ? a : b)) / (1e-7f + scale * (a + b));
              /* Capped, because large terms would make the running sums of box_inner lose small ones; the weight is 0 anyway. */
              out[x] = unlike < 2000.0f ? unlike : 2000.0f;
            }
          }
          box_inner(gap, distance, sums, rows, columns, patch);
          const float *source = colors + (size_t)(2 * g + 1 - half) * plane * 3;
          float *sum = total + (size_t)(2 * g + 1 - half) * area * 4;
          for (int y = 0; y < rows; y++) {
            const float *c = source + ((size_t)(margin + top + y) * line + (size_t)margin) * 3 + step * 3;
            float *d = distance + (size_t)y * columns, *e = edge + (size_t)y * columns;
            for (int x = 0; x < columns; x++) d[x] = expf(-(d[x] > e[x] ? d[x] : e[x]));
            if (near)
              for (int x = 0; x < columns; x++) {
                const float least = p->relaxed * expf(-0.08f * e[x]);
                d[x] = d[x] > least ? d[x] : least;
              }
            if (own)
              for (int x = 0; x < columns; x++) d[x] = p->own_weight;
            float *r = sum + (size_t)y * columns * 4;
            for (int x = 0; x < columns; x++) {
              r[4 * x] += d[x] * c[3 * x];
              r[4 * x + 1] += d[x] * c[3 * x + 1];
              r[4 * x + 2] += d[x] * c[3 * x + 2];
              r[4 * x + 3] += d[x];
            }
          }
        }
    }
  for (int k = 0; k < 2 * p->groups; k++)
    for (size_t i = 0; i < area; i++) {
      const float *s = total + ((size_t)k * area + i) * 4;
      float *r = result + ((size_t)k * p->rows * columns + (size_t)top * columns + i) * 3;
      for (int c = 0; c < 3; c++) r[c] = s[c] / (s[3] + 1e-6f);
    }
  free(edge), free(distance), free(gap), free(sums), free(total);
}
