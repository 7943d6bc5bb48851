import type { StudioServices } from '../state/services.ts';
import { adjustableTask, tasks } from './fake-tasks.ts';
import type { AskedTask } from './fake-tasks.ts';
import { openedWith, settle } from './open-studio.ts';

/** Studio that shows a made scene, and the scene requests that it has sent. */
export async function withMadeScene(services: Partial<StudioServices> = {}, answer = adjustableTask) {
  const requests: AskedTask<'scene'>[] = [];
  const opened = await openedWith('scene', {
    ...tasks({
      scene: async (call) => {
        requests.push(call);
        const task = answer(requests.length - 1);
        call.onTaskIds([task.task_id]);
        call.onTask(task);
        return [task];
      },
    }),
    ...services,
  });
  const { studio } = opened;
  await studio.run();
  await studio.scene.measureProduct();
  await studio.run();
  await settle();
  await studio.scene.measureProduct();
  return { ...opened, asked: requests };
}
