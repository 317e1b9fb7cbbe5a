import { listOfCases } from '../../import/import-profile.ts'

/** Lists of registers of works. */
export const importProfile = listOfCases({
  headings: {
    title: ['作品名称', '名称', '作品名', 'title of the work', 'work title', 'name', 'title'],
    work_type: ['作品类别', '作品类型', '类别', 'work type', 'type'],
    creation_nature: ['创作性质', '作品创作性质'],
    reg_no: ['登记号', '作品登记号', '著作权登记号', 'registration number', 'reg no'],
    reg_date: ['登记日期', '登记日', 'registration date'],
    reg_office: ['登记机构', '登记机关', 'registration office'],
    completion_date: ['创作完成日期', '完成日期', 'completion date'],
    completion_place: ['创作完成地点', '完成地点'],
    first_pub_date: ['首次发表日期', '发表日期', 'first publication date', 'publication date'],
    first_pub_place: ['首次发表地点', '发表地点'],
    owners: ['著作权人', '权利人', '申请人', 'owner', 'owners', 'copyright owner', 'applicant'],
    authors: ['作者', '作者姓名', 'author', 'authors'],
    ownership: ['权利归属', '权利归属方式'],
    ownership_way: ['取得方式', '权利取得方式'],
  },
  readRow(_model, _cells, { values }) {
    if (values.first_pub_date) values.published ??= true
    values.status ??= values.reg_no || values.reg_date ? 'REGISTERED' : values.accept_date ? 'ACCEPTED' : 'DRAFT'
  },
})
