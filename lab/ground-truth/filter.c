/*
 * The inner loops of develop.py: an edge-avoiding à-trous filter (Dammertz et al. 2010) whose tolerance follows the noise
 * that is measured around each pixel (as in Schied et al., "Spatiotemporal Variance-Guided Filtering", 2017), and a joint
 * bilateral enlargement (Kopf et al. 2007) that keeps light from leaking over outlines.
 *
 * All planes are float32, row-major: light [h][w][3], weight [h][w], guide [h][w][k].
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float KERNEL[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};

static float brightness(const float *c) { return cbrtf(fmaxf(0.3f * c[0] + 0.5f * c[1] + 0.2f * c[2], 0)); }

static float gap(const float *a, const float *b, int k) {
  float sum = 0;
  for (int i = 0; i < k; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

void smooth(int h, int w, int k, const float *guide, const float *weight, float *light, int passes, float tolerance) {
  const size_t area = (size_t)h * w;
  float *noise = calloc(area, 4), *other_noise = calloc(area, 4), *other = malloc(area * 12), *tone = malloc(area * 4);
  for (size_t i = 0; i < area; i++) tone[i] = brightness(light + 3 * i);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const size_t i = (size_t)y * w + x;
      if (weight[i] <= 0) continue;
      float sum = 0, mean = 0, square = 0;
      for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
          const int yy = y + dy, xx = x + dx;
          if (yy < 0 || xx < 0 || yy >= h || xx >= w) continue;
          const size_t j = (size_t)yy * w + xx;
          if (weight[j] <= 0) continue;
          const float s = weight[j] * expf(-gap(guide + k * i, guide + k * j, k));
          sum += s, mean += s * tone[j], square += s * tone[j] * tone[j];
        }
      if (sum > 0) noise[i] = fmaxf(square / sum - mean * mean / (sum * sum), 0);
    }
  for (int pass = 0, stride = 1; pass < passes; pass++, stride *= 2) {
    for (size_t i = 0; i < area; i++) tone[i] = brightness(light + 3 * i);
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const size_t i = (size_t)y * w + x;
        float sum = 0, squares = 0, total[3] = {0, 0, 0};
        if (weight[i] > 0) {
          const float scale = 1 / (tolerance * tolerance * noise[i] + 2e-5f);
          for (int dy = -2; dy <= 2; dy++)
            for (int dx = -2; dx <= 2; dx++) {
              const int yy = y + dy * stride, xx = x + dx * stride;
              if (yy < 0 || xx < 0 || yy >= h || xx >= w) continue;
              const size_t j = (size_t)yy * w + xx;
              if (weight[j] <= 0) continue;
              const float d = tone[i] - tone[j];
              const float s = KERNEL[dy + 2] * KERNEL[dx + 2] * weight[j] * expf(-gap(guide + k * i, guide + k * j, k) - d * d * scale);
              sum += s, squares += s * s * noise[j];
              for (int c = 0; c < 3; c++) total[c] += s * light[3 * j + c];
            }
        }
        for (int c = 0; c < 3; c++) other[3 * i + c] = sum > 0 ? total[c] / sum : light[3 * i + c];
        other_noise[i] = sum > 0 ? squares / (sum * sum) : noise[i];
      }
    memcpy(light, other, area * 12);
    memcpy(noise, other_noise, area * 4);
  }
  free(noise), free(other_noise), free(other), free(tone);
}

/* Enlarges `light` [h][w][3] with `guide` to `result` [H][W][3] with `wide_guide`. */
void enlarge(int h, int w, int H, int W, int k, const float *guide, const float *light, const float *wide_guide, float *result) {
  for (int Y = 0; Y < H; Y++)
    for (int X = 0; X < W; X++) {
      const float y = (Y + 0.5f) * h / H - 0.5f, x = (X + 0.5f) * w / W - 0.5f;
      const int y0 = (int)floorf(y), x0 = (int)floorf(x);
      const float *own = wide_guide + (size_t)k * ((size_t)Y * W + X);
      float sum = 0, total[3] = {0, 0, 0};
      for (int yy = y0 - 1; yy <= y0 + 2; yy++)
        for (int xx = x0 - 1; xx <= x0 + 2; xx++) {
          const int cy = yy < 0 ? 0 : yy >= h ? h - 1 : yy, cx = xx < 0 ? 0 : xx >= w ? w - 1 : xx;
          const size_t j = (size_t)cy * w + cx;
          const float far = (yy - y) * (yy - y) + (xx - x) * (xx - x);
          const float s = expf(-1.3f * far) * (expf(-gap(own, guide + k * j, k)) + 1e-4f);
          sum += s;
          for (int c = 0; c < 3; c++) total[c] += s * light[3 * j + c];
        }
      for (int c = 0; c < 3; c++) result[3 * ((size_t)Y * W + X) + c] = total[c] / sum;
    }
}
