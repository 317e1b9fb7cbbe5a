// A write that needs a person's decision is confirmed once, then repeated with the confirmed codes.
import type { Warned } from '../../model/kit/wire/wire.ts'
import { ApiFault, UNCONFIRMED } from './fault.ts'

type Ask = (warnings: readonly Warned[]) => Promise<boolean>

let ask: Ask = async () => false

/** Called by the dialog for warnings while it is mounted. */
export function onWarnings(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = async () => false
  }
}

/** Rejects with the server's response if the user cancels. `before`: what the person has confirmed already. */
export async function confirming<T>(send: (confirm: readonly string[]) => Promise<T>, before: readonly string[] = []): Promise<T> {
  for (const seen = [...before]; ;) {
    try {
      return await send(seen)
    } catch (fault) {
      const codes = fault instanceof ApiFault && fault.code === UNCONFIRMED ? fault.warnings.map(({ code }) => code) : []
      const isNew = codes.some((code) => !seen.includes(code))
      if (!(fault instanceof ApiFault) || !isNew || !(await ask(fault.warnings))) throw fault
      seen.push(...codes)
    }
  }
}

/** The warnings that a body names as confirmed. */
export const confirmedIn = ({ confirm }: { confirm?: unknown }): readonly string[] => (Array.isArray(confirm) ? confirm.map(String) : [])
