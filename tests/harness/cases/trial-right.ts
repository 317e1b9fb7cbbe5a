import type { Config } from '../../../server/config.ts'
import { declare, declaredModels, type Declared } from '../../../server/records/registry.ts'
import { plantVarietyKind } from '../../trial-right/case-kind.ts'
import { testServer } from '../server.ts'

/** What the product declares, and the right that only the tests have. */
export async function declaredWithTrial(): Promise<Declared> {
  const { all, kinds } = await declaredModels()
  return declare([...all.values(), plantVarietyKind.model], [...kinds.values(), plantVarietyKind])
}

/** A seeded server on which the right of the tests is one kind of case beside those of the product. */
export const trialServer = async (config: Partial<Config> = {}) => testServer(config, await declaredWithTrial(), 'trial_right')
