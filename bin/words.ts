import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { declaredModels } from '../server/records/registry.ts'
import { HEADING, wordsTable } from './words-table.ts'

// Writes the table of entities in docs/words.md afresh from the models; what stands above it is written by hand.
const file = fileURLToPath(new URL('../docs/words.md', import.meta.url))
const [byHand] = readFileSync(file, 'utf8').split(HEADING)
writeFileSync(file, `${byHand?.trimEnd()}\n\n${wordsTable((await declaredModels()).all.values())}`)
