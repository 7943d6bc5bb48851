"""Boxes of cardboard and tin, books, and what is sold in them."""

import numpy as np

import surfaces
from kit import shapes

from . import ball, box, thing, turn_all, turned

PRINTS = ('red', 'navy', 'white', 'mustard', 'teal', 'pink', 'black', 'forest green', 'sky blue', 'cream', 'orange', 'lavender')


def board(t, area, share, *names, gloss=None):
    """Cardboard: its surface, and its color for the ink on it."""
    t.made_of('cardboard')
    main = t.color(area, share, *(names or PRINTS))
    return surfaces.solid(area, main, t.between(0.25, 0.7) if gloss is None else gloss), main


def front_words(t, main, depth, height, width, at=((0.68, 0.14), (0.45, 0.09), (0.12, 0.05))):
    """The item's three words on the face towards -Y, at shares of its height."""
    ink = t.ink_on(main)
    for text, (z, size) in zip(t.words, at):
        t.letters_flat(text, min(size * height, width * 0.16), ink, (0, -depth / 2, height * z), width * 0.84)


def top_words(t, main, text, size, z, width, y=0.0):
    t.letters(text, size, t.ink_on(main), lambda x, yy: (x, y + yy, z + 0.004), (0, 0, 1), width=width)


@thing('tea-tin')
def tea_tin(t):
    t.made_of('metal')
    main = t.color('body', 0.85, *PRINTS, 'gold', 'copper')
    skin = surfaces.solid('lacquer', main, t.between(0.15, 0.4), 0.3)
    lid = surfaces.metal('lid', surfaces.PALETTE[t.pick('gold', 'silver', 'copper')], 0.25) if t.chance(0.5) else skin
    w, h = t.between(0.6, 1.0), t.between(0.7, 1.5)
    if t.chance(0.5):
        box((w, w * 0.8, h), skin, bevel=0.04)
        box((w + 0.02, w * 0.8 + 0.02, 0.18), lid, (0, 0, h - 0.04), bevel=0.035)
        turned([(0, h + 0.12), (w * 0.28, h + 0.12), (w * 0.28, h + 0.2), (0, h + 0.21)], lid, 0.02)
        front_words(t, main, w * 0.8, h, w)
    else:
        r = w / 2
        turned([(0, 0), (r, 0), (r, h), (0, h)], skin, 0.02)
        turned([(0, h - 0.02), (r + 0.012, h - 0.02), (r + 0.012, h + 0.16), (0, h + 0.17)], lid, 0.03)
        for text, z, size in zip(t.words, (0.62, 0.4, 0.15), (0.12, 0.08, 0.05)):
            t.letters_round(text, size, t.ink_on(main), r, h * z, r * 1.4)


@thing('cereal-box')
def cereal_box(t):
    t.lying = (-90, 0, t.between(-35, 35))
    skin, main = board(t, 'box', 0.8)
    w, d, h = t.between(1.4, 2.0), t.between(0.45, 0.75), t.between(2.0, 3.0)
    box((w, d, h), skin, bevel=0.015)
    spot = surfaces.printed('spot', t.color('picture', 0.2, 'mustard', 'white', 'orange', 'mint', 'red', fixed=True))
    disc = shapes.place(turned([(0, 0), (w * 0.32, 0), (w * 0.32, 0.006), (0, 0.006)], spot, 0.002), (0, -d / 2, h * 0.34), (90, 0, 0))
    disc.scale = (1, t.between(0.7, 1.1), 1)
    front_words(t, main, d + 0.01, h, w, ((0.78, 0.1), (0.64, 0.06), (0.06, 0.03)))
    top_words(t, main, t.words[0], d * 0.3, h, w * 0.8)


@thing('shoe-box')
def shoe_box(t):
    skin, main = board(t, 'box', 0.6, *PRINTS, 'tan', 'tan')
    lid, _ = board(t, 'lid', 0.4, *PRINTS, 'tan')
    w, d, h = t.between(2.9, 3.4), t.between(1.8, 2.1), t.between(1.0, 1.3)
    box((w, d, h), skin, bevel=0.02)
    parts = [box((w + 0.06, d + 0.06, 0.4), lid, bevel=0.02)]
    top = h - 0.36
    if t.chance(0.4):
        # The lid leans against the box, or lies askew on it.
        turn_all(parts, (0, 0, t.between(6, 16)), (t.between(-0.3, 0.3), t.between(-0.2, 0.3), h - 0.002))
    else:
        turn_all(parts, (0, 0, 0), (0, 0, top))
        top_words(t, main, t.words[0], 0.28, h + 0.04, w * 0.7)
    t.letters_flat(t.words[0], 0.22, t.ink_on(main), (0, -d / 2, h * 0.28), w * 0.6)


@thing('perfume-box')
def perfume_box(t):
    """A small carton, with its bottle beside it or alone."""
    t.lying = (-90, 0, t.between(-30, 30))
    skin, main = board(t, 'carton', 0.7, gloss=0.3)
    w, d, h = t.between(0.6, 0.9), t.between(0.35, 0.6), t.between(0.9, 1.5)
    box((w, d, h), skin, bevel=0.012)
    front_words(t, main, d, h, w, ((0.6, 0.1), (0.45, 0.06), (0.1, 0.04)))
    box((w + 0.006, d + 0.006, 0.03), surfaces.metal('line', surfaces.PALETTE[t.pick('gold', 'silver', 'rose gold')], 0.2), (0, 0, h * t.between(0.2, 0.85)), bevel=0.002)
    if t.pose == 'stands' and t.chance(0.5):
        x = w / 2 + t.between(0.35, 0.5)
        tint = surfaces.solid('bottle', surfaces.PALETTE[t.pick('rose', 'mustard', 'teal', 'lavender', 'black')], 0.05, 1.0)
        box((0.5, 0.26, h * 0.55), tint, (x, -0.05, 0), bevel=0.05)
        shapes.place(turned([(0, 0), (0.11, 0), (0.11, 0.26), (0, 0.26)], surfaces.metal('cap', surfaces.PALETTE['gold'], 0.2), 0.02), (x, -0.05, h * 0.55))


def lying_book(t, w, h, d, z, turn, shift):
    """One book flat, its spine towards -Y. Returns nothing: it is placed."""
    cover = surfaces.solid('cover', t.color('cover', 0.3, *PRINTS, 'burgundy', 'charcoal'), t.between(0.3, 0.6))
    pages = surfaces.solid('pages', '#efe8d8', 0.85)
    parts = [
        box((w - 0.1, h - 0.08, d - 0.06), pages, (0, 0.03, 0.03), bevel=0.01),
        box((w, h, 0.035), cover, (0, 0, 0), bevel=0.012),
        box((w, h, 0.035), cover, (0, 0, d - 0.035), bevel=0.012),
        box((w, 0.04, d), cover, (0, -h / 2 + 0.02, 0), bevel=0.012),
    ]
    printed = t.letters(t.pick(*t.words), d * 0.45, surfaces.printed('ink', t.pick('#f2efe8', '#d6a85c')), lambda x, y: (x, -h / 2 - 0.004, d * 0.3 + y), (0, -1, 0), width=w * 0.7)
    turn_all([*parts, printed], (0, 0, turn), (*shift, z))


@thing('book-stack')
def book_stack(t):
    t.made_of('paper')
    t.lying = None
    z = 0.0
    for _ in range(t.pick(2, 3, 4, 5)):
        d = t.between(0.18, 0.42)
        lying_book(t, t.between(1.9, 2.4), t.between(1.3, 1.7), d, z, t.between(-8, 8), (t.between(-0.1, 0.1), t.between(-0.08, 0.08)))
        z += d + 0.005


@thing('board-game')
def board_game(t):
    """A flat square box with a picture on its lid."""
    t.lying = (-90, 0, t.between(-35, 35))
    skin, main = board(t, 'box', 0.7, gloss=0.35)
    w, d, h = t.between(2.4, 3.1), t.between(0.45, 0.75), t.pick(2.0, 2.9)
    box((w, d, h), skin, bevel=0.02)
    front_words(t, main, d, h, w, ((0.76, 0.11), (0.12, 0.06), (0.05, 0.03)))
    for k in range(t.pick(3, 5)):
        spot = surfaces.printed('figure', t.color('figure', 0.05, 'red', 'yellow', 'teal', 'orange', 'white', fixed=True))
        disc = turned([(0, 0), (0.3, 0), (0.3, 0.004 + 0.002 * k), (0, 0.004 + 0.002 * k)], spot, 0.001, 48)
        shapes.place(disc, (w * t.between(-0.3, 0.3), -d / 2, h * t.between(0.3, 0.62)), (90, 0, 0), (t.between(0.6, 1.4), t.between(0.6, 1.4), 1))
    rim = surfaces.solid('rim', t.pick('#f2efe8', '#1d1d20', '#b98a5c'), 0.5)
    box((w - 0.03, 0.012, h - 0.03), rim, (0, d / 2, 0.015), bevel=0.004)


@thing('gift-set')
def gift_set(t):
    """An open box with jars and bottles in it."""
    skin, _ = board(t, 'box', 0.5)
    w, d, h = t.between(1.8, 2.6), t.between(1.2, 1.6), t.between(0.45, 0.7)
    box((w, d, 0.05), skin, bevel=0.02)
    for side in (-1, 1):
        box((w, 0.05, h), skin, (0, side * (d / 2 - 0.025), 0), bevel=0.015)
        box((0.05, d, h), skin, (side * (w / 2 - 0.025), 0, 0), bevel=0.015)
    straw = surfaces.fabric('straw', t.pick('#d8c5a3', '#f0ece2', '#c9a06c'), 8, 1.0)
    box((w - 0.1, d - 0.1, h * 0.5), straw, (0, 0, 0.04), bevel=0.03)
    count = t.pick(2, 3, 4)
    for k in range(count):
        x = (k - (count - 1) / 2) * (w - 0.3) / count
        body = surfaces.solid('bottle', t.color('bottle', 0.5 / count, *PRINTS, 'brown'), 0.2, 0.3)
        cap = surfaces.solid('cap', t.pick('#1c1c1e', '#f0efec', '#b98a5c', '#d6a85c'), 0.35)
        r, tall = min(0.26, (w - 0.4) / count / 2), t.between(0.5, 1.3)
        y = t.between(-0.1, 0.1)
        if t.chance(0.35):
            part = turned([(0, 0), (r, 0), (r, d * 0.55), (r * 0.5, d * 0.62), (0, d * 0.62)], body, 0.04)
            shapes.place(part, (x, -d * 0.33, h * 0.5 + r), (-90, 0, 0))
            continue
        shapes.place(turned([(0, 0), (r, 0), (r, tall), (0, tall)], body, [0.03, 0.06]), (x, y, h * 0.4))
        shapes.place(turned([(0, 0), (r * 0.7, 0), (r * 0.7, 0.25), (0, 0.25)], cap, 0.02), (x, y, h * 0.4 + tall))
    if t.chance(0.4):
        lid = [box((w + 0.05, d + 0.05, 0.3), skin, bevel=0.02)]
        turn_all(lid, (t.between(66, 76), 0, 0), (0, d / 2 + 0.55, d / 2))


@thing('card-deck')
def card_deck(t):
    t.lying = (-90, 0, t.between(-40, 40))
    skin, main = board(t, 'box', 0.8)
    w, d, h = t.between(0.62, 0.72), t.between(0.18, 0.3), t.between(0.9, 1.2)
    box((w, d, h), skin, bevel=0.012)
    mark = surfaces.printed('mark', t.color('mark', 0.15, 'white', 'gold', 'red', 'black', fixed=True))
    box((w * 0.78, 0.004, h * 0.78), mark, (0, -d / 2 - 0.001, h * 0.11), bevel=0.001)
    box((w * 0.72, 0.005, h * 0.74), skin, (0, -d / 2 - 0.002, h * 0.13), bevel=0.001)
    t.letters_flat(t.words[0], 0.1, t.ink_on(main), (0, -d / 2 - 0.006, h * 0.5), w * 0.66)


@thing('tissue-box')
def tissue_box(t):
    skin, main = board(t, 'box', 0.8)
    flat = t.chance(0.5)
    w, d, h = (2.3, 1.15, t.between(0.55, 0.9)) if flat else (1.1, 1.1, t.between(1.1, 1.3))
    box((w, d, h), skin, bevel=0.02)
    white = surfaces.fabric('tissue', '#f4f3f0', 50, 0.2)
    rows = []
    for v in np.linspace(0, 1, 16):
        u = np.linspace(-1, 1, 24)
        reach = 0.32 - 0.2 * v + 0.12 * v * v
        rows.append(np.stack([u * reach * 1.3, 0.1 * np.sin(u * 4 + 3 * v) * (0.4 + v), h - 0.02 + v * (0.6 + 0.12 * np.cos(u * 5))], -1))
    shapes.sheet('tissue', np.array(rows), white, 0.01)
    shapes.place(turned([(0, 0), (0.42, 0), (0.42, 0.005), (0, 0.005)], surfaces.solid('slot', '#2b2926', 0.9), 0.002), (0, 0, h), (0, 0, 0), (1, 0.45, 1))
    t.letters_flat(t.words[0], 0.18, t.ink_on(main), (0, -d / 2, h * 0.4), w * 0.7)


@thing('perfume')
def perfume(t):
    t.made_of('glass', 'metal')
    tint = t.color('bottle', 0.7, 'rose', 'mustard', 'teal', 'lavender', 'black', 'burgundy', 'cream')
    skin = surfaces.solid('bottle', tint, 0.04, 1.0)
    cap = surfaces.metal('cap', surfaces.PALETTE[t.pick('gold', 'silver', 'rose gold')], 0.15) if t.chance(0.6) else surfaces.solid('cap', t.pick('#18181a', '#b98a5c', '#efece4'), 0.2, 0.4)
    w, h = t.between(0.5, 0.8), t.between(0.6, 1.0)
    if t.chance(0.6):
        d = t.between(0.25, 0.4)
        box((w, d, h), skin, bevel=t.between(0.03, 0.12))
        t.letters_flat(t.words[0], 0.09, t.ink_on(tint), (0, -d / 2, h * 0.5), w * 0.7)
    else:
        turned([(0, 0), (w * 0.3, 0), (w * 0.55, h * 0.4), (w * 0.4, h * 0.85), (0.12, h), (0, h)], skin, [0.03, 0.2, 0.15, 0.04])
    turned([(0, h - 0.02), (0.1, h - 0.02), (0.1, h + 0.08), (0, h + 0.08)], surfaces.metal('neck', surfaces.PALETTE['gold'], 0.2), 0.01)
    if t.chance(0.5):
        turned([(0, h + 0.06), (0.15, h + 0.06), (0.15, h + t.between(0.3, 0.45)), (0, h + 0.4)], cap, 0.03)
    else:
        ball(0.19, cap, (0, 0, h + 0.22))
