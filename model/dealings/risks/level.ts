import type { Options } from '../../kit/fields.ts'

export const LEVELS = { HIGH: ['高', 'High'], MID: ['中', 'Medium'], LOW: ['低', 'Low'] } as const satisfies Options

export type Level = keyof typeof LEVELS

/** Likelihood and impact go from 1 to this. */
export const STEPS = 5

/** The level by the product of both values; undefined until both are known. */
export function levelOf(likelihood: number | null | undefined, impact: number | null | undefined): Level | undefined {
  if (!likelihood || !impact) return undefined
  const product = likelihood * impact
  return product >= 15 ? 'HIGH' : product >= 8 ? 'MID' : 'LOW'
}
