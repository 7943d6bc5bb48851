import sharp from 'sharp';

// Disables every loader except those of the three accepted formats in the whole process (SVG, TIFF, GIF, PDF, Magick
// …), because attackers target the loader with the weakest parser.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// Enables AVIF files by file name, for the layers of our studio sets. Uploads are decoded from bytes, for which this
// loader stays disabled.
sharp.unblock({ operation: ['VipsForeignLoadHeifFile'] });
// Disables the cache of decoded tiles, which would only use memory: every picture is decoded once.
sharp.cache(false);

export default sharp;
