import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { previewLayout } from '../../../model/settings/layouts/page-layout-actions.ts'
import { act, type Rec } from '../../api/api.ts'
import { bearing } from '../../api/call.ts'

type Asked = { role?: string | undefined; plain?: boolean }

/** The schema with the draft as people of a role get it, in the language of the page; `plain` is that of the model. */
export const usePreview = ({ sid, version }: Rec, { role, plain = false }: Asked) =>
  useQuery({
    queryKey: [previewLayout.model, 'preview', sid, version, role, plain, bearing.language],
    queryFn: () => act(previewLayout, { sid, plain, ...(role && { role }) }),
    // The designer stays on the page while another version of the record is read.
    ...(plain && { placeholderData: keepPreviousData }),
    meta: { faults: 'own' },
  })
