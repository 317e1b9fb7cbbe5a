import { act, useWrite } from '../api.ts'
import type { Decision } from './query.ts'

export type Decided = { sids: string[]; decision: Decision; reason?: string; later?: boolean }
export const useDecide = () => useWrite('fee', (body: Decided) => act<{ count: number }>('fee', 'decide', body))
