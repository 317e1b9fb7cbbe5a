export const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
