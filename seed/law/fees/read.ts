import { readdirSync, readFileSync } from 'node:fs'
import { readFeeRows } from '../../../model/fees/schedule/schedule-faults.ts'
import type { FeeRow } from '../../../model/fees/schedule/schedule.ts'

/** All schedules of the pack. One bad row stops the start: a wrong price is worse than none. */
export function readFeePack(folder: string = import.meta.dirname): FeeRow[] {
  const raw = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) => readFile(`${folder}/${file}`))
  const { rows, faults } = readFeeRows(raw)
  if (faults.length > 0) throw new Error(`Fee schedules: ${faults.map(({ row, fee_code, en }) => `row ${row} ${fee_code}: ${en}`).join('; ')}`)
  return rows
}

function readFile(path: string): unknown[] {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(content)) throw new Error(`Fee schedules: ${path} is not a list of rows`)
  return content
}
