import { conditionsZh } from './conditions-zh.ts'
import { desksZh } from './desks-zh.ts'
import { exchangeZh } from './exchange-zh.ts'
import { homeZh } from './home-zh.ts'
import { lawZh } from './law-zh.ts'
import { lookZh } from './look-zh.ts'
import { patentsZh } from './patents-zh.ts'
import { personZh } from './person-zh.ts'

/** What is said behind the login. */
export const zhInside = {
  ...conditionsZh,
  ...desksZh,
  ...exchangeZh,
  ...homeZh,
  ...lawZh,
  ...lookZh,
  ...patentsZh,
  ...personZh,
} as const
