import { downloadDocument } from '../../../model/documents/document-routes.ts'
import type { Rec } from '../../api/api.ts'
import { fetchFile } from '../../api/call.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'

/** Saves an office file as a PDF; if the server cannot make one, its reason is shown. */
export function useSavePdf() {
  const saveFile = useSaveFile()
  return ({ sid, file_name }: Rec) =>
    saveFile(() => fetchFile(downloadDocument, { sid }, { as_pdf: 'true' }), `${String(file_name).replace(/\.[A-Za-z0-9]{1,16}$/, '')}.pdf`)
}
