import type { LawFault } from '../../../model/docketing/rules/law-fault.ts'
import { refuse } from '../../errors.ts'

const TOLD = 10

/** Refuses an invalid law, and names the place of each fault. */
export function refuseFaultsOf(faults: readonly LawFault[]): never {
  const told = faults.slice(0, TOLD)
  return refuse('rule', {
    summary_zh: told.map(({ where, zh }) => `${where}：${zh}`).join('；'),
    summary_en: told.map(({ where, en }) => `${where}: ${en}`).join('; '),
  })
}
