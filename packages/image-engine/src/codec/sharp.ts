import sharp from 'sharp';

// Hostile files target the loader with the weakest parser. Only the three accepted formats stay open;
// everything else (SVG, TIFF, GIF, PDF, Magick …) is closed for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// Layers of our own sets are AVIF files read by name; uploads arrive as bytes, for which this loader stays
// closed.
sharp.unblock({ operation: ['VipsForeignLoadHeifFile'] });
// Every picture is decoded once, so a cache of decoded tiles would only use memory.
sharp.cache(false);

export default sharp;
