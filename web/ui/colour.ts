// Contrast by WCAG 2.2, so that a tenant's colour of choice never makes text unreadable.
type Rgb = readonly [number, number, number]

export function parseColour(text: string | undefined | null): Rgb | null {
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text?.trim() ?? '')?.[1]
  if (hex)
    return (hex.length === 3
      ? [...hex].map((c) => parseInt(c + c, 16))
      : [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16))) as unknown as Rgb // three numbers either way
  const parts = /^rgba?\((\d+)[, ]+(\d+)[, ]+(\d+)/.exec(text?.trim() ?? '')
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : null
}

export const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(rgb: Rgb) {
  const [r, g, b] = rgb.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

export function contrast(a: Rgb, b: Rgb) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

export const mix = (a: Rgb, b: Rgb, share: number): Rgb => [0, 1, 2].map((at) => (a[at] ?? 0) * (1 - share) + (b[at] ?? 0) * share) as unknown as Rgb // three numbers

/** The readable colour nearest to the wanted one on this background: darker on light, lighter on dark. */
export function readableOn(wanted: Rgb, ground: Rgb, least = 4.5): string {
  const towards: Rgb = luminance(ground) > 0.4 ? [0, 0, 0] : [255, 255, 255]
  for (let share = 0; share <= 1; share += 0.04) {
    const colour = mix(wanted, towards, share)
    if (contrast(colour, ground) >= least) return hexOf(colour)
  }
  return hexOf(towards)
}

/** Black or white, whichever has more contrast. */
export const inkOn = (ground: Rgb) => (contrast(ground, [255, 255, 255]) >= contrast(ground, [20, 20, 20]) ? '#ffffff' : '#141414')
