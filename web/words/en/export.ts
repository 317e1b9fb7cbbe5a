import type { exportZh } from '../zh/export.ts'

export const exportEn: Record<keyof typeof exportZh, string> = {
  'import.open': 'Import',
  'import.reason': 'Reason',
  'export.title': 'Export {{name}} ({{count}})',
  'export.start': 'Export',
  'export.columns': '{{count}} {{count|column|columns}} selected',
  'export.all': 'All',
  'export.asListed': 'As listed',
  'export.format': 'File format',
  'export.xlsx': 'Excel (.xlsx)',
  'export.csv': 'CSV (UTF-8)',
  'export.pdf': 'PDF, to print',
  'export.most': 'At most {{max}} rows at a time.',
  'export.tooWide': 'A table of a PDF has at most {{max}} columns: choose fewer, or export a workbook.',
  'export.goesOn': 'The current filter applies. The export runs in the background; the file is offered when it is ready and listed under Jobs.',
}
