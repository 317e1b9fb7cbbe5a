import { conditionsEn } from './conditions-en.ts'
import { desksEn } from './desks-en.ts'
import { exchangeEn } from './exchange-en.ts'
import { homeEn } from './home-en.ts'
import { lawEn } from './law-en.ts'
import { lookEn } from './look-en.ts'
import { patentsEn } from './patents-en.ts'
import { personEn } from './person-en.ts'
import type { zhInside } from './zh-inside.ts'

export const enInside: Record<keyof typeof zhInside, string> = {
  ...conditionsEn,
  ...desksEn,
  ...exchangeEn,
  ...homeEn,
  ...lawEn,
  ...lookEn,
  ...patentsEn,
  ...personEn,
}
