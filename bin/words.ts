import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { declaredModels } from '../server/records/registry.ts'

// Writes the table of entities in docs/words.md afresh from the models; what stands above it is written by hand.
const file = fileURLToPath(new URL('../docs/words.md', import.meta.url))
const HEADING = '## Entities and their states'

const [byHand] = readFileSync(file, 'utf8').split(HEADING)
const models = [...(await declaredModels()).all.values()].sort((a, b) => a.name.localeCompare(b.name))
const rows = models.flatMap(({ name, zh, en, states, fields }) => {
  const field = states && fields[states.field]
  const options = field?.type === 'option' ? Object.entries(field.options) : []
  return [`| ${zh} | ${en} | \`${name}\` |`, ...options.map(([code, [zhOf, enOf]]) => `| · ${zhOf} | · ${enOf} | · \`${code}\` |`)]
})
writeFileSync(file, `${byHand?.trimEnd()}\n\n${HEADING}\n\n| 中文 | English | code |\n| --- | --- | --- |\n${rows.join('\n')}\n`)
