/** Files that LibreOffice draws as a PDF, where it is installed. */
const OFFICE: ReadonlySet<string> = new Set(['doc', 'docx', 'odt', 'xls', 'xlsx', 'ods', 'ppt', 'pptx', 'odp'])

export const isOfficeFile = (ext: string | null | undefined) => OFFICE.has((ext ?? '').toLowerCase())
