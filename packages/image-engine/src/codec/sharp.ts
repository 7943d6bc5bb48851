import sharp from 'sharp';

// Attackers target the loader with the weakest parser, so every loader except those of the three accepted formats is
// closed for the whole process (SVG, TIFF, GIF, PDF, Magick …).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// The layers of our sets are AVIF files read by name. Uploads arrive as bytes, for which this loader stays closed.
sharp.unblock({ operation: ['VipsForeignLoadHeifFile'] });
// Every picture is decoded once, so a cache of decoded tiles would only use memory.
sharp.cache(false);

export default sharp;
