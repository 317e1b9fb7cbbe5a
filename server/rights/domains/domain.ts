import { domainToASCII, domainToUnicode } from 'node:url'
import { addDuration, isoOf } from '../../../model/kit/days/duration.ts'
import { dayOf } from '../../../model/docketing/calendar/day.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { setValue } from '../../records/write/checks/validate.ts'

/** The parts of a domain name that no declaration can express: its two spellings, and the end of a renewed term. */
export const domains: Part = { hooks: [{ model: 'domain', prepare }] }

function prepare(_ctx: Context, drafts: readonly DraftOf<'domain'>[]) {
  for (const draft of drafts) {
    spell(draft)
    if (draft.transition === 'renew' && !draft.changed.has('expiry_date') && draft.row.expiry_date)
      setValue(draft, 'expiry_date', isoOf(addDuration(dayOf(draft.row.expiry_date), `${draft.row.renew_years ?? 1}y`)))
  }
}

/** People read a name in their own letters, the network in ASCII; one name is stored once, whichever is typed. */
function spell(draft: DraftOf<'domain'>) {
  const { domain_name: given } = draft.row
  if (!given || !draft.changed.has('domain_name')) return
  const ascii = domainToASCII(given.normalize('NFKC').trim().replace(/\.$/, ''))
  if (ascii === '') return // the form of the name is refused
  setValue(draft, 'ascii_name', ascii)
  setValue(draft, 'domain_name', domainToUnicode(ascii))
  setValue(draft, 'tld', domainToUnicode(ascii).split('.').at(-1) ?? null)
}
