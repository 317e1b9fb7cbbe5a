import type { LawFault } from '../../../model/docketing/rules/law-fault.ts'
import { refuse } from '../../errors.ts'

const MAX_NAMED_FAULTS = 10

/** Refuses an invalid law, and names the place of each fault. */
export function refuseFaultsOf(faults: readonly LawFault[]): never {
  const shown = faults.slice(0, MAX_NAMED_FAULTS)
  return refuse('rule', {
    summary_zh: shown.map(({ where, zh }) => `${where}：${zh}`).join('；'),
    summary_en: shown.map(({ where, en }) => `${where}: ${en}`).join('; '),
  })
}
