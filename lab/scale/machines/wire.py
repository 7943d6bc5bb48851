"""The network between the machines of machines.ts: passes Ethernet frames on with a delay, drops a share of them,
and drops all between machines that were separated.

  python3 wire.py DELAY_MS LOSS_SHARE INTERFACE...

The interface at place n leads to the machine whose hardware address ends in n. Standard input takes one command a
line, `cut A B` or `mend A B`; the program ends when it closes. The kernel's tc netem could do the same, but not
every kernel has it.
"""
import heapq
import random
import select
import socket
import sys
import time

SOL_PACKET, PACKET_VNET_HDR, SO_RCVBUFFORCE, ETH_P_ALL, PACKET_OUTGOING = 263, 15, 33, 3, 4
# The size of the header before each frame with PACKET_VNET_HDR, which lets large frames without computed checksums pass
# unchanged.
HEADER_BYTES = 10
LONGEST_FRAME_BYTES = 70_000

delay_s = float(sys.argv[1]) / 1000
loss = float(sys.argv[2])
names = sys.argv[3:]
sockets = []
for name in names:
    each = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    each.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
    each.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 16_000_000)
    each.bind((name, ETH_P_ALL))
    each.setblocking(False)
    sockets.append(each)

places = {each.fileno(): place for place, each in enumerate(sockets)}
apart = set()
# Time at which the last frame between two machines was due. Later frames wait for it, so that none overtakes another.
last_due_s = {}
waiting = []
count = 0


def take(place):
    global count
    while True:
        try:
            frame, origin = sockets[place].recvfrom(LONGEST_FRAME_BYTES)
        except OSError:
            # No frame is waiting, or the interface is gone.
            return
        if origin[2] == PACKET_OUTGOING:
            continue
        target = frame[HEADER_BYTES:HEADER_BYTES + 6]
        everybody = target[0] & 1
        for other in [n for n in range(len(names)) if n != place] if everybody else [target[5]]:
            if other >= len(names) or frozenset((place, other)) in apart or random.random() < loss:
                continue
            due_s = time.monotonic() + delay_s * (0.75 + random.random() / 2)
            due_s = last_due_s[place, other] = max(due_s, last_due_s.get((place, other), 0))
            count += 1
            heapq.heappush(waiting, (due_s, count, other, frame))


def obey(line):
    verb, *machines = line.split()
    pair = frozenset(names.index(machine) for machine in machines)
    (apart.add if verb == "cut" else apart.discard)(pair)
    print(line.strip(), flush=True)


poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
for each in sockets:
    poll.register(each, select.POLLIN)
print("ready", flush=True)
while True:
    until_s = waiting[0][0] - time.monotonic() if waiting else 1
    for number, _event in poll.poll(max(0, until_s * 1000)):
        if number in places:
            take(places[number])
            continue
        line = sys.stdin.readline()
        if line == "":
            sys.exit(0)
        obey(line)
    while waiting and waiting[0][0] <= time.monotonic():
        _due, _count, other, frame = heapq.heappop(waiting)
        try:
            sockets[other].send(frame)
        except OSError:
            # The buffer is full, so the frame is lost; its sender repeats it.
            pass
