// What codes of law mean, in lists and on the pages of one version.
import type { CellProps } from '../fields/view.ts'
import { useWords } from '../words/language.ts'
import { usePriceWords } from './kind-words.ts'
import { useKindName, useOfficeName } from './office-names.ts'

const SIZES = ['LARGE', 'SMALL', 'MICRO'] as const

/** An office by its name; a rule for every office has none. */
export function OfficeName({ value }: CellProps) {
  return <>{useOfficeName()(String(value ?? ''))}</>
}

/** A kind of case by its name. */
function KindName({ value }: CellProps) {
  return <>{useKindName()(String(value ?? ''))}</>
}

/** A right by its name, as the kind of case calls it. */
export function RightName({ value, record }: CellProps) {
  const { t } = useWords()
  const types = usePriceWords(record?.['case_kind'])?.subtype
  return <>{value === 'ALL' ? t('law.fee.allRights') : (types?.find((type) => type.value === value)?.label ?? String(value ?? ''))}</>
}

/** A price for every size of payer names none. */
export function PayerSize({ value }: CellProps) {
  const { t } = useWords()
  const size = SIZES.find((one) => one === value)
  return <>{size ? t(`law.fee.entity.${size}`) : null}</>
}

/** The cells of one rule or price. */
export const LAW_CELLS = { office: OfficeName, case_kind: KindName, right_type: RightName, entity: PayerSize } as const
