import { CreateFrame } from '../shell/create-page.tsx';
import { StudioPart } from '../shell/studio-part.tsx';

/** The Create page with its script loaded, in the studio around it. */
export const Page = () => <CreateFrame Studio={StudioPart} isWorkComing={null} />;
