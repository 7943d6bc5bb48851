import sharp from 'sharp';

// Disables all loaders in the whole process (SVG, TIFF, GIF, PDF, Magick …) except those of JPEG, PNG and WebP, because
// attackers target the loader with the weakest parser.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// Enables AVIF files by file name, for the layers of our studio sets. Uploads are decoded from bytes, for which this
// loader stays disabled.
sharp.unblock({ operation: ['VipsForeignLoadHeifFile'] });
// Disables libvips' cache of operations, which would only use memory.
sharp.cache(false);

export default sharp;
