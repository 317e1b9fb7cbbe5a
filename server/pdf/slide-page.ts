import pptxgen from 'pptxgenjs'

// The package is a module whose types are those of its CommonJS form.
export const Presentation = pptxgen as unknown as (typeof pptxgen)['default']
export type Pptx = InstanceType<typeof Presentation>
export type Slide = ReturnType<Pptx['addSlide']>

/** Inches of a slide of 16:9. */
export const WIDTH = 13.333
export const MARGIN = 0.6
export const WITHIN = WIDTH - 2 * MARGIN
/** Vertical limits of the content of a slide, below its title and its note */
export const TOP = 1.35
export const BOTTOM = 6.85
export const INK = '2B2F36'
export const GREY = '666666'

/** `language`: in which its texts are checked for spelling. */
export type Style = { face: string; colour: string; language: string }

/** A colour as the package writes it. */
export const hex = (colour: string) => colour.slice(1)
