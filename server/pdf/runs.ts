const LATIN = 'A-Za-z\\u00c0-\\u024f\\u0370-\\u052f\\u1e00-\\u1eff'
/** Letters that Noto Sans SC lacks, with small figures (SiO₂) and signs of currencies. */
const RARE = '\\u0100-\\u024f\\u0370-\\u052f\\u1e00-\\u1eff\\u2070-\\u209c\\u20a0-\\u20bf'
const HANGUL = '\\u1100-\\u11ff\\u3130-\\u318f\\uac00-\\ud7a3'
const OTHER = new RegExp(`(?<korean>[${HANGUL}]+)|[${LATIN}]*[${RARE}][${LATIN}${RARE}]*`, 'gu')

export type Run = string | { text: string; font: 'NotoSans' | 'NotoSansKR' }

/** A text in parts, each with the font that has its letters; a word stays in one font. Without a font: that of the document. */
export function runsOf(text: string): string | Run[] {
  const runs: Run[] = []
  let done = 0
  for (const found of text.matchAll(OTHER)) {
    if (found.index > done) runs.push(text.slice(done, found.index))
    runs.push({ text: found[0], font: found.groups?.korean === undefined ? 'NotoSans' : 'NotoSansKR' })
    done = found.index + found[0].length
  }
  if (runs.length === 0) return text
  return done < text.length ? [...runs, text.slice(done)] : runs
}
