import type { Model } from '../model/kit/model.ts'

export const HEADING = '## Entities and their states'

/** The part of docs/words.md that follows from the models: each entity and the options of its state. */
export function wordsTable(models: Iterable<Model>): string {
  const rows = [...models]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, zh, en, states, fields }) => {
      const field = states && fields[states.field]
      const options = field?.type === 'option' ? Object.entries(field.options) : []
      return [`| ${zh} | ${en} | \`${name}\` |`, ...options.map(([code, [zhOf, enOf]]) => `| · ${zhOf} | · ${enOf} | · \`${code}\` |`)]
    })
  return `${HEADING}\n\n| 中文 | English | code |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}
